import type { FormatName } from '../format-keys.ts'
import type { SlashItem } from './slash-menu.ts'

interface SlashActions {
  format: (name: FormatName) => void
  runCommand: (name: 'taskList' | 'divider') => void
  chooseImages: () => void
  editLink: () => void
  linkPost: () => void
}

export const listSlashItems = (actions: SlashActions): SlashItem[] => {
  const { format, runCommand, chooseImages, editLink, linkPost } = actions
  return [
    { label: 'Heading 2', keywords: 'h2 title', run: () => format('Heading 2') },
    { label: 'Heading 3', keywords: 'h3 subtitle', run: () => format('Heading 3') },
    { label: 'Bulleted list', keywords: 'ul unordered', run: () => format('Bulleted list') },
    { label: 'Numbered list', keywords: 'ol ordered', run: () => format('Numbered list') },
    { label: 'Task list', keywords: 'todo checkbox', run: () => runCommand('taskList') },
    { label: 'Quote', keywords: 'blockquote', run: () => format('Quote') },
    { label: 'Code block', keywords: 'pre program', run: () => format('Code') },
    { label: 'Table', keywords: 'grid', run: () => format('Table') },
    { label: 'Divider', keywords: 'hr rule line', run: () => runCommand('divider') },
    { label: 'Image', keywords: 'picture photo upload', run: chooseImages },
    { label: 'Video or link', keywords: 'youtube vimeo embed url', run: editLink },
    { label: 'Link to a post', keywords: 'article', run: linkPost },
  ]
}
