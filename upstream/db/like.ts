export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const likePart = (part: string) => `%${escapeLike(part.toLowerCase())}%`
