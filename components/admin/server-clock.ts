/** The clock of a browser may be days wrong, which would make another day today. */
let difference = 0

/** Called as the page is loaded, with the time at which the server rendered it. */
export function setServerTime(renderedAt: number) {
  difference = renderedAt - Date.now()
}

export const serverNow = () => Date.now() + difference
