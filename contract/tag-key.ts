/** Tags are the same in any case, and with accents as one or two characters. */
export const toTagKey = (name: string) => name.toLowerCase().normalize()
