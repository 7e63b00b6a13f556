import { useState, type DragEvent, type Ref } from 'react'
import { acceptedImages } from './images.ts'

interface ImageInputProps {
  ref: Ref<HTMLInputElement>
  multiple?: boolean
  'aria-label'?: string
  onFiles: (files: File[]) => void
}

export const ImageInput = ({ onFiles, ...props }: ImageInputProps) => (
  <input
    type="file"
    accept={acceptedImages}
    hidden
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      // The same file can be chosen again.
      target.value = ''
    }}
    {...props}
  />
)

export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const drag = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    // React passes events of a dialog on to the field that opened it.
    event.stopPropagation()
    setIsOver(over)
  }
  const dropProps = {
    onDragOver: (event: DragEvent) => drag(event, true),
    onDragLeave: (event: DragEvent) => drag(event, false),
    onDrop: (event: DragEvent) => {
      drag(event, false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, dropProps }
}
