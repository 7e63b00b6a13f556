import clsx from 'clsx'
import { Flag } from '#components/flags/flag.tsx'
import type { Author, Photo } from '#contract/authors.ts'
import { initialsOf } from '#lib/authors/author.ts'

interface PhotoImageProps {
  photo: Photo
  sizes: string
  alt?: string
  className?: string
  priority?: boolean
}

export const PhotoImage = ({ photo, sizes, alt = '', className, priority = false }: PhotoImageProps) => (
  <img
    src={photo.sources[0]?.url}
    srcSet={photo.sources.map(({ url, width }) => `${url} ${width}w`).join(', ')}
    sizes={sizes}
    width={480}
    height={480}
    alt={alt}
    loading={priority ? 'eager' : 'lazy'}
    className={clsx('aspect-square object-cover', className)}
    style={{ objectPosition: `${photo.x}% ${photo.y}%` }}
  />
)

export function SmallPortrait({ author, className }: { author: Author; className: string }) {
  if (author.photo) return <PhotoImage photo={author.photo} sizes="5rem" className={className} />
  return <Flag signal={initialsOf(author.name).charAt(0)} className={className} />
}
