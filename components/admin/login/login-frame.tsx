import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Flag } from '#components/flags/flag.tsx'
import { Logo } from '#components/site/logo.tsx'
import { ThemeToggle } from '#components/site/theme.tsx'
import { getSettings } from '#lib/settings/settings.ts'

export async function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  const { name } = await getSettings()
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <header className="frame flex min-h-18 flex-wrap items-center justify-between">
        <Logo name={name} />
        <ThemeToggle />
      </header>
      <main className="frame grid content-center py-10 lg:row-start-2">
        <div className="mx-auto grid w-full max-w-[26rem] gap-6">
          <h1 className="text-title">{title}</h1>
          {children}
        </div>
      </main>
      <div className="hidden bg-flag-ink lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid lg:place-items-center">
        <Flag signal="CREW" className="h-[86dvh]" />
      </div>
    </div>
  )
}

export function LoginNotice({ tone, children }: { tone: 'ended' | 'done' | 'help'; children: ReactNode }) {
  const edge = { ended: 'border-flag-yellow', done: 'border-good', help: 'border-flag-blue' }[tone]
  return (
    <p role="status" className={clsx('border-l-[6px] bg-sheet px-4 py-3', edge)}>
      {children}
    </p>
  )
}
