/** A file has the id of its image, a number after it was replaced, and its width. */
const file = String.raw`([\w-]{22})(?:-\d{1,5})?-(\d{1,5})\.webp`

export const fileNamePattern = new RegExp(`^${file}$`)

/** The character before a path belongs to a host. */
export const mediaUrlPattern = new RegExp(String.raw`([\w.\]])?(/api/media/${file})`, 'g')

const mediaUrlEnd = new RegExp(`/${file}$`)

export const mediaIdOf = (url: string): string | undefined => mediaUrlEnd.exec(url)?.[1]

export const mediaUrl = (name: string) => `/api/media/${name}`

export const fileName = (id: string, width: number, version = 1) =>
  `${id}${version > 1 ? `-${version}` : ''}-${width}.webp`

const MAX_LENGTH = 120

export const cleanFileName = (name: string): string =>
  (name.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '')
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(-MAX_LENGTH)
