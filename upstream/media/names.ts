/** A file name has the image id, a number after a replacement, and the width. */
const file = String.raw`([\w-]{22})(?:-\d{1,5})?-(\d{1,5})\.webp`

export const fileNamePattern = new RegExp(`^${file}$`)

/** The character before a path would belong to a host name. */
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
