/** Time that is left, for a list: days and hours where there are days, a clock where it is close. */

import { t } from "../../i18n/index.svelte.ts";
import { digits } from "../../i18n/time.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function roughly(milliseconds: number): string {
  if (milliseconds < HOUR) return digits(milliseconds);
  const days = Math.floor(milliseconds / DAY);
  const hours = Math.floor((milliseconds % DAY) / HOUR);
  if (days === 0) return t("time.h", { n: hours });
  return hours === 0 ? t("time.d", { n: days }) : `${t("time.d", { n: days })} ${t("time.h", { n: hours })}`;
}
