/** The browser's offer to install the page comes once, at any time: it is kept from the beginning. */

export const kept: { offer: Event | null } = { offer: null };

export function keepOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    kept.offer = event;
  });
}
