import { Bold, Code, Heading, Image, Italic, Link, List, Quote, type LucideIcon } from 'lucide-react'
import * as Bar from 'radix-ui/toolbar'
import { formats, type FormatName } from './markdown-commands.ts'

const icons: Record<FormatName, LucideIcon> = { Bold, Italic, Heading, Link, List, Quote, Code }

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)
const shortcut = (key: string) => key.replace('Mod', isMac() ? 'Meta' : 'Control').replaceAll('-', '+')
const inWords = (key: string) =>
  isMac() ? key.replace('Mod-', '⌘').replace('Shift-', '⇧') : key.replace('Mod', 'Ctrl').replaceAll('-', '+')

interface ToolbarProps {
  onFormat: (name: FormatName) => void
  onImage: () => void
}

/** One stop of the Tab key; the arrow keys go from button to button. */
export function Toolbar({ onFormat, onImage }: ToolbarProps) {
  return (
    <Bar.Root aria-label="Formatting" className="flex flex-wrap gap-0.5">
      {formats.map(({ name, key }) => {
        const Icon = icons[name]
        return (
          <Bar.Button
            key={name}
            className="editor-tool"
            aria-label={name}
            aria-keyshortcuts={shortcut(key)}
            title={`${name} (${inWords(key.toUpperCase().replace('MOD', 'Mod').replace('SHIFT', 'Shift'))})`}
            onClick={() => onFormat(name)}
          >
            <Icon className="size-4" aria-hidden="true" />
          </Bar.Button>
        )
      })}
      <Bar.Button className="editor-tool" aria-label="Image" title="Image" onClick={onImage}>
        <Image className="size-4" aria-hidden="true" />
      </Bar.Button>
    </Bar.Root>
  )
}
