import type { RefCallback } from 'react'
import { Field } from '#components/ui/field.tsx'
import { countOf } from '#lib/counts.ts'

interface OldSiteFieldProps {
  images: number
  error: string
  site: string
  inputRef: RefCallback<HTMLElement>
  onChange: (site: string) => void
}

const example = 'https://old.example'

const hintOf = (images: number) =>
  images > 0
    ? `The file names ${countOf(images, 'image')} without a server. They are fetched when you enter the address, such as ${example}.`
    : `Links to documents, videos and audio on the old site work when you enter the address, such as ${example}.`

export const OldSiteField = ({ images, error, site, inputRef, onChange }: OldSiteFieldProps) => (
  <Field
    ref={inputRef}
    name="site"
    type="url"
    inputMode="url"
    label="Address of the old site"
    hint={hintOf(images)}
    error={error}
    value={site}
    className="w-full max-w-measure"
    onChange={({ target }) => onChange(target.value)}
  />
)
