import { hostOf } from './addresses.ts'
import { imageFile, mapLinks, otherImage, pathOf } from './images.ts'

/** Documents, videos and audio in the folders of WordPress and Ghost, which stay on the old site. */
export const isUploadedFile = (path: string) =>
  /^(?:\/content\/(?:files|media)|.*\/wp-content\/uploads)\/./.test(path) &&
  !imageFile.test(path) &&
  !otherImage.test(path)

const isPath = (url: string) => /^\/(?!\/)/.test(url)

export function describeFiles(content: string, site = ''): string[] {
  const files = new Set<string>()
  mapLinks(content, (url) => {
    const isOnSite = isPath(url) || (site !== '' && hostOf(url) === hostOf(site))
    if (isOnSite && isUploadedFile(pathOf(url))) files.add(url)
    return undefined
  })
  return [...files].map((file) => `File not imported: ${file}`)
}

/** Paths of files get the origin of the old site. */
export const resolveFiles = (content: string, origin: string) =>
  mapLinks(content, (url, isImage) =>
    !isImage && isPath(url) && isUploadedFile(pathOf(url)) ? `${origin}${url}` : undefined,
  )

/** Images that are not stored, and links to them, get the address of the old site. */
export function resolveImage(url: string, isImage: boolean, site: string): string | undefined {
  const path = pathOf(url)
  const isShown = isImage || imageFile.test(path) || otherImage.test(path)
  return site !== '' && isPath(url) && isShown ? `${site}${url}` : undefined
}
