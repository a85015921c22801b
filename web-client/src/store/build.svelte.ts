/** Which version of the server this page began with, and whether there is a newer one by now. */

class Build {
  #first: string | null = null;
  newer = $state(false);

  saw(build: string): void {
    this.#first ??= build;
    this.newer = build !== this.#first;
  }
}

export const build = new Build();
