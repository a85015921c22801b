/**
 * Makes the sounds of the board out of nothing but oscillators and noise: nuts on earth, a handful that is scooped,
 * a horn. Loaded when somebody turned the sound on. A browser lets a page sound after its reader did something with
 * it; before that everything is dropped and nothing is kept for later.
 */

import type { Cue } from "./cues.ts";

/** Notes that sound at the same time; more are not heard as more. */
const VOICES = 14;

export class Sound {
  #context: AudioContext | null = null;
  #out: GainNode | null = null;
  #noise: AudioBuffer | null = null;
  #voices = 0;

  /** `loud` is from 0 to 1. */
  play(cues: readonly Cue[], loud: number): void {
    if (loud <= 0 || cues.length === 0 || !navigator.userActivation.hasBeenActive) return;
    const context = this.#wake();
    if (!context || !this.#out) return;
    this.#out.gain.value = loud;
    for (const cue of cues) this.#cue(cue, context.currentTime + cue.after / 1000);
  }

  /** Gives the device back. */
  close(): void {
    void this.#context?.close();
    this.#context = null;
  }

  #wake(): AudioContext | null {
    if (!this.#context) {
      const context = new AudioContext();
      const out = context.createGain();
      // Many nuts at once get no louder than a few.
      const press = context.createDynamicsCompressor();
      out.connect(press).connect(context.destination);
      this.#context = context;
      this.#out = out;
      this.#noise = noise(context);
    }
    if (this.#context.state === "suspended") void this.#context.resume();
    return this.#context;
  }

  #cue({ kind, seeds, place }: Cue, at: number): void {
    const heavy = Math.min(1, 0.55 + seeds * 0.06);
    switch (kind) {
      case "drop":
        this.#nut(at, 340 + (place + 1) * 40, 0.34 * heavy, place);
        return;
      case "lift":
        this.#rustle(at, 0.16 * heavy, place);
        return;
      case "take":
        for (let nut = 0; nut < Math.min(5, 1 + seeds / 2); nut++) {
          this.#nut(at + 0.03 + nut * 0.055, 420 - nut * 38, 0.3, place);
        }
        return;
      case "bull":
        this.#tone(at, 98, 0.5, 0.26, place, "sawtooth");
        this.#tone(at + 0.14, 147, 0.5, 0.22, place, "sawtooth");
        return;
      case "turn":
        this.#tone(at, 392, 0.28, 0.22, place, "triangle");
        this.#tone(at + 0.12, 523, 0.36, 0.22, place, "triangle");
        return;
      case "end":
        for (const [index, pitch] of [392, 330, 262].entries()) {
          this.#tone(at + index * 0.17, pitch, 0.5, 0.22, place, "triangle");
        }
        return;
      default:
        kind satisfies never;
    }
  }

  /** A nut that falls on earth: a short low knock, and the click of its shell. */
  #nut(at: number, pitch: number, loud: number, place: number): void {
    this.#tone(at, pitch, 0.075, loud, place, "sine", 0.55);
    this.#hiss(at, 2400, 0.018, loud * 0.7, place);
  }

  /** A hand in a pit full of nuts. */
  #rustle(at: number, loud: number, place: number): void {
    this.#hiss(at, 900, 0.11, loud, place);
    this.#hiss(at + 0.05, 1500, 0.07, loud * 0.6, place);
  }

  #tone(
    at: number,
    pitch: number,
    lasts: number,
    loud: number,
    place: number,
    form: OscillatorType,
    fall = 1,
  ): void {
    const context = this.#context;
    if (!context) return;
    const source = context.createOscillator();
    source.type = form;
    source.frequency.setValueAtTime(pitch, at);
    source.frequency.exponentialRampToValueAtTime(pitch * fall, at + lasts);
    this.#sound(source, at, lasts, loud, place, form === "sawtooth" ? 520 : 4000, "lowpass");
  }

  #hiss(at: number, pitch: number, lasts: number, loud: number, place: number): void {
    const context = this.#context;
    if (!context) return;
    const source = context.createBufferSource();
    source.buffer = this.#noise;
    this.#sound(source, at, lasts, loud, place, pitch, "bandpass");
  }

  #sound(
    source: AudioScheduledSourceNode,
    at: number,
    lasts: number,
    loud: number,
    place: number,
    pitch: number,
    form: BiquadFilterType,
  ): void {
    const context = this.#context;
    if (!context || !this.#out || this.#voices >= VOICES) return;
    this.#voices += 1;
    const filter = context.createBiquadFilter();
    filter.type = form;
    filter.frequency.value = pitch;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.linearRampToValueAtTime(loud, at + Math.min(0.012, lasts / 4));
    gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    const pan = context.createStereoPanner();
    pan.pan.value = place * 0.6;
    source.connect(filter).connect(gain).connect(pan).connect(this.#out);
    source.onended = () => {
      this.#voices -= 1;
      pan.disconnect();
    };
    source.start(at);
    source.stop(at + lasts);
  }
}

/** A quarter of a second of noise, the same every time. */
function noise(context: AudioContext): AudioBuffer {
  const length = Math.floor(context.sampleRate / 4);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    samples[index] = state / 2147483648 - 1;
  }
  return buffer;
}
