/** `key` uses the notation of CodeMirror and ProseMirror. */
export const formatKeys = [
  { name: 'Bold', key: 'Mod-b' },
  { name: 'Italic', key: 'Mod-i' },
  { name: 'Heading 2', key: 'Mod-Shift-2' },
  { name: 'Heading 3', key: null },
  { name: 'Link', key: 'Mod-k' },
  { name: 'Bulleted list', key: 'Mod-Shift-8' },
  { name: 'Numbered list', key: 'Mod-Shift-7' },
  { name: 'Quote', key: 'Mod-Shift-9' },
  { name: 'Code', key: 'Mod-e' },
  { name: 'Table', key: null },
] as const

export type FormatName = (typeof formatKeys)[number]['name']
