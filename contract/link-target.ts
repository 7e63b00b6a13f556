/** Spaces, parentheses and angle brackets would end the target of a Markdown link. */
export const encodeTarget = (url: string): string =>
  url
    .replace(/[\s<>]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
