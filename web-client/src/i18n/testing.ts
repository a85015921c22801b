/** For tests: the parts that a test imports have their English words before it begins. */

import { beforeAll } from "vitest";
import { speak } from "./index.svelte.ts";

beforeAll(() => speak("en", []));
