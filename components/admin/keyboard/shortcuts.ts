interface Shortcut {
  /** In the notation of CodeMirror; `Mod` is Ctrl or ⌘, and a space stands between keys that follow each other. */
  key: string
  label: string
}

export const shortcuts: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { key: 'Mod-k', label: 'Search and commands' },
      { key: '?', label: 'Keyboard shortcuts, outside of fields' },
      { key: 'Escape', label: 'Close a dialog or menu' },
    ],
  },
  {
    title: 'Editor',
    shortcuts: [
      { key: 'Mod-s', label: 'Save a draft' },
      { key: 'Enter', label: 'In the title: go to the text' },
      { key: 'Escape', label: 'Leave focus mode' },
    ],
  },
  {
    title: 'Text',
    shortcuts: [
      { key: 'Mod-b', label: 'Bold' },
      { key: 'Mod-i', label: 'Italic' },
      { key: 'Mod-Shift-2', label: 'Heading 2' },
      { key: 'Mod-k', label: 'Link' },
      { key: 'Mod-Shift-8', label: 'Bulleted list' },
      { key: 'Mod-Shift-7', label: 'Numbered list' },
      { key: 'Mod-Shift-9', label: 'Quote' },
      { key: 'Mod-e', label: 'Code' },
      { key: 'Mod-f', label: 'Find and replace' },
      { key: 'Mod-g', label: 'Find next' },
      { key: 'Mod-z', label: 'Undo' },
      { key: 'Mod-Shift-z', label: 'Redo' },
      { key: '/', label: 'In the visual editor: add a block' },
      { key: '[[', label: 'In the visual editor: link to a post' },
      { key: 'Escape Tab', label: 'In the visual editor: leave the text' },
    ],
  },
]

const macSymbols: Record<string, string> = { Mod: '⌘', Shift: '⇧', Escape: 'Esc' }
const names: Record<string, string> = { Mod: 'Ctrl', Escape: 'Esc' }

export function formatKeys(key: string, isMac: boolean): string[] {
  const known = isMac ? macSymbols : names
  return key.split('-').map((part) => known[part] ?? (part.length === 1 ? part.toUpperCase() : part))
}
