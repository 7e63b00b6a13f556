import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { MAX_ALT } from '#contract/limits.ts'
import { MAX_CAPTION } from '#contract/media.ts'
import { EditDialog } from '../edit-dialog.tsx'
import type { Picture } from './figure.ts'
import { toTarget } from './link-address.ts'

interface DialogProps<Value> {
  value: Value
  onSave: (value: Value) => void
  onClose: () => void
  onClosed: () => void
}

export interface LinkValue {
  href: string
  /** Null when text is selected. */
  text: string | null
}

export function LinkDialog({ value, onSave, ...rest }: DialogProps<LinkValue>) {
  const [href, setHref] = useState(value.href)
  const [text, setText] = useState(value.text)
  const [error, setError] = useState<string>()
  const save = () => {
    const address = href.trim()
    const target = toTarget(address)
    if (address === '') setError('Enter an address.')
    else if (target === null) setError('Enter a web address, an e-mail address or a phone number.')
    else onSave({ href: target, text })
  }
  return (
    <EditDialog title="Link" action="Save link" onSubmit={save} {...rest}>
      <Field
        label="Address"
        name="link-address"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={href}
        error={error}
        onChange={({ target }) => {
          setHref(target.value)
          setError(undefined)
        }}
      />
      {text !== null && (
        <Field
          label="Text"
          name="link-text"
          hint="Without a text, the address is shown. A video’s address alone on a line becomes a player."
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </EditDialog>
  )
}

export function PictureDialog({ value, onSave, ...rest }: DialogProps<Picture>) {
  const [picture, setPicture] = useState(value)
  return (
    <EditDialog title="Image" action="Save image" onSubmit={() => onSave(picture)} {...rest}>
      <Field
        label="Alternative text"
        name="picture-alt"
        hint="Describe the image for people who can't see it. Leave it empty if the image is only decoration."
        autoComplete="off"
        maxLength={MAX_ALT}
        value={picture.alt}
        onChange={({ target }) => setPicture({ ...picture, alt: target.value })}
      />
      <Field
        label="Caption"
        name="picture-caption"
        hint="Shown below the image."
        autoComplete="off"
        maxLength={MAX_CAPTION}
        value={picture.caption}
        onChange={({ target }) => setPicture({ ...picture, caption: target.value })}
      />
    </EditDialog>
  )
}

export function SourceDialog({ value, onSave, ...rest }: DialogProps<string>) {
  const [source, setSource] = useState(value)
  return (
    <EditDialog title="Edit source" action="Save" onSubmit={() => onSave(source)} {...rest}>
      <Field
        label="Markdown or HTML"
        name="island-source"
        multiline
        rows={10}
        spellCheck={false}
        value={source}
        onChange={({ target }) => setSource(target.value)}
      />
    </EditDialog>
  )
}
