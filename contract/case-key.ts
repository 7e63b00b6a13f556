/** Names and tags are the same in any case, and with accents as one or two characters. */
export const toCaseKey = (name: string) => name.toLowerCase().normalize()
