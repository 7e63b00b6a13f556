'use client'

import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useTheme } from 'next-themes'
import * as Dialog from 'radix-ui/dialog'
import { useRef, type RefObject } from 'react'
import { MAX_QUERY } from '#contract/limits.ts'
import { followLink } from '#components/ui/link-navigation.tsx'
import { countOf } from '#lib/counts.ts'
import { SIGN_OUT } from '../events.ts'
import { useAllowed } from '../frame/role.tsx'
import { openKeyboardHelp } from '../keyboard/keyboard-help.tsx'
import { onEscape } from '../ui/on-escape.ts'
import { focusInput } from './palette-placeholder.tsx'
import { commandGroups, matchesQuery, type PaletteAction, type PaletteCommand } from './commands.ts'
import { useResults } from './use-results.ts'

interface PaletteProps {
  query: string
  onQuery: (query: string) => void
  onClose: () => void
  returnFocus: RefObject<Element | null>
}

export function Palette({ query, onQuery, onClose, returnFocus }: PaletteProps) {
  const { resolvedTheme, setTheme } = useTheme()
  const { groups, failed, searchAgain, isSearching } = useResults(query)
  const search = query.trim()
  const count = groups.reduce((sum, { links }) => sum + links.length, 0)
  // The best hit is the first choice, but only when it belongs to the whole query.
  const isFound = count > 0 && !isSearching

  const actions: Record<PaletteAction, () => void> = {
    toggleTheme: () => setTheme(resolvedTheme === 'dark' ? 'light' : 'dark'),
    keyboardHelp: () => void openKeyboardHelp(),
    signOut: () => void window.dispatchEvent(new Event(SIGN_OUT)),
  }
  /** Runs after the focus has returned, because it may open a dialog. */
  const chosen = useRef<() => void>(undefined)
  const choose = (action: () => void) => {
    chosen.current = action
    onClose()
  }
  const open = (href: string) => choose(() => followLink(href))
  const run = ({ target }: PaletteCommand) => {
    if ('href' in target) open(target.href)
    else choose(actions[target.action])
  }
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="staff-overlay" />
        <Dialog.Content
          className="palette"
          aria-describedby={undefined}
          onKeyDown={(event) => onEscape(event, onClose)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (returnFocus.current instanceof HTMLElement) returnFocus.current.focus({ preventScroll: true })
            chosen.current?.()
          }}
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command shouldFilter={false} loop label="Search and commands">
            <div className="palette-field">
              <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <Command.Input
                ref={focusInput}
                value={query}
                onValueChange={onQuery}
                maxLength={MAX_QUERY}
                placeholder="Search, or type a command"
              />
              <Dialog.Close className="palette-close">Close</Dialog.Close>
            </div>
            <Command.List className="palette-list" label="Results">
              {commandGroups.map(({ heading, commands }) => (
                <Commands key={heading} heading={heading} commands={commands} query={search} onRun={run} />
              ))}
              {search !== '' && !isFound && (
                <SearchPosts value="search-first" search={search} onOpen={open} />
              )}
              {groups.map(
                ({ heading, links }) =>
                  links.length > 0 && (
                    <Command.Group key={heading} heading={heading} className="palette-group">
                      {links.map(({ label, hint, href }) => (
                        <Command.Item
                          key={href}
                          value={href}
                          className="palette-item"
                          onSelect={() => open(href)}
                        >
                          <span className="min-w-0 grow truncate">{label}</span>
                          {hint && <span className="palette-hint">{hint}</span>}
                        </Command.Item>
                      ))}
                    </Command.Group>
                  ),
              )}
              {isFound && <SearchPosts value="search-last" search={search} onOpen={open} />}
              {failed.length > 0 && (
                <Command.Item value="search-again" className="palette-item" onSelect={searchAgain}>
                  Search {listFormat.format(failed)} again
                </Command.Item>
              )}
            </Command.List>
            <p role="status" className="palette-status">
              {isSearching ? 'Searching…' : groups.length > 0 ? resultText(count, failed) : ''}
            </p>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface SearchPostsProps {
  /** Differs by position, so that cmdk selects the first result when this item moves. */
  value: string
  search: string
  onOpen: (href: string) => void
}

const SearchPosts = ({ value, search, onOpen }: SearchPostsProps) => (
  <Command.Item
    value={value}
    className="palette-item"
    onSelect={() => onOpen(`/admin/blogs?${new URLSearchParams({ search })}`)}
  >
    Search all posts for “{search}”
  </Command.Item>
)

const listFormat = new Intl.ListFormat('en')

function resultText(count: number, failed: string[]): string {
  const found = countOf(count, 'result')
  if (failed.length > 0)
    return `${count > 0 ? `${found}. ` : ''}Failed to search ${listFormat.format(failed)}.`
  return count === 0 ? 'Nothing found by this name' : found
}

interface CommandsProps {
  heading: string
  commands: PaletteCommand[]
  query: string
  onRun: (command: PaletteCommand) => void
}

function Commands({ heading, commands, query, onRun }: CommandsProps) {
  const shown = useAllowed(commands).filter((command) => matchesQuery(command, query))
  if (shown.length === 0) return null
  return (
    <Command.Group heading={heading} className="palette-group">
      {shown.map((command) => (
        <Command.Item
          key={command.label}
          value={`${heading} ${command.label}`}
          className="palette-item"
          onSelect={() => onRun(command)}
        >
          {command.label}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
