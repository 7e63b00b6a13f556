/** Spaces, parentheses and angle brackets would end the target of a Markdown link. */
export const encodeTarget = (url: string): string =>
  url
    .replace(/[\s<>]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')

/** Square brackets would end the text of a Markdown link or the alternative text of an image. */
export const escapeLinkText = (text: string): string => text.replace(/[[\]\\]/g, '\\$&')
