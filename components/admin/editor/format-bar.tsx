import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Search,
  Table,
  type LucideIcon,
} from 'lucide-react'
import * as Toolbar from 'radix-ui/toolbar'
import type { ReactNode } from 'react'
import { formatKeys, type FormatName } from './format-keys.ts'
import { useLock } from './presence/lock.tsx'

const icons: Record<FormatName, LucideIcon> = {
  Bold,
  Italic,
  'Heading 2': Heading2,
  'Heading 3': Heading3,
  Link,
  'Bulleted list': List,
  'Numbered list': ListOrdered,
  Quote,
  Code,
  Table,
}

function formatShortcut(key: string): { aria: string; label: string } {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
  const parts = key.split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part))
  const named = parts.map((part) => (part === 'Mod' ? (isMac ? 'Meta' : 'Control') : part))
  const symbols: Record<string, string> = { Mod: '⌘', Shift: '⇧' }
  return {
    aria: named.join('+'),
    label: isMac
      ? parts.map((part) => symbols[part] ?? part).join('')
      : parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+'),
  }
}

interface ToolProps {
  name: string
  shortcut: string | null
  icon: LucideIcon
  onClick: () => void
}

function Tool({ name, shortcut, icon: Icon, onClick }: ToolProps) {
  const { aria, label } = shortcut ? formatShortcut(shortcut) : {}
  return (
    <Toolbar.Button
      className="editor-tool"
      aria-label={name}
      aria-keyshortcuts={aria}
      title={label ? `${name} (${label})` : name}
      onClick={onClick}
    >
      <Icon className="size-4" aria-hidden="true" />
    </Toolbar.Button>
  )
}

interface FormatBarProps {
  onFormat: (name: FormatName) => void
  onImage: () => void
  onSearch: () => void
  children: ReactNode
}

/** One tab stop; the arrow keys move between the buttons. Hidden while someone else edits, so that its dialogs stay open. */
export function FormatBar({ onFormat, onImage, onSearch, children }: FormatBarProps) {
  const { locked } = useLock()
  return (
    <Toolbar.Root aria-label="Formatting" className="editor-bar" hidden={locked}>
      {formatKeys.map(({ name, key }) => (
        <Tool key={name} name={name} shortcut={key} icon={icons[name]} onClick={() => onFormat(name)} />
      ))}
      {children}
      <Tool name="Image" shortcut={null} icon={Image} onClick={onImage} />
      <Tool name="Find and replace" shortcut="Mod-f" icon={Search} onClick={onSearch} />
    </Toolbar.Root>
  )
}
