import { redirect } from 'next/navigation'
import { z } from 'zod'
import { LoginForm } from '#components/admin/login/login-form.tsx'
import { Flag } from '#components/flags/flag.tsx'
import { Logo } from '#components/site/logo.tsx'
import { ThemeToggle } from '#components/site/theme.tsx'
import { staffMetadata } from '#lib/metadata.ts'
import { returnPath, STAFF_HOME } from '#lib/auth/return-path.ts'
import { findStaff } from '#lib/auth/staff.ts'
import { loginTexts } from '#lib/auth/texts.ts'
import { env } from '#lib/env.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Sign in')

const querySchema = z.object({
  from: z.string().max(2_000).optional().catch(undefined),
  ended: z.literal('1').optional().catch(undefined),
})

/** When the upstream fails, the form is shown and its error message explains. */
const isSignedIn = () =>
  findStaff().then(
    (staff) => staff !== null,
    () => false,
  )

export default async function LoginPage({ searchParams }: { searchParams: Promise<unknown> }) {
  if (await isSignedIn()) redirect(STAFF_HOME)
  const { from, ended } = querySchema.parse(await searchParams)
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <header className="frame flex min-h-18 items-center justify-between">
        <Logo />
        <ThemeToggle />
      </header>
      <main className="frame grid content-center py-10 lg:row-start-2">
        <div className="mx-auto grid w-full max-w-[26rem] gap-6">
          <h1 className="text-title">Sign in</h1>
          {ended && (
            <p role="status" className="border-l-[6px] border-flag-yellow bg-sheet px-4 py-3">
              {loginTexts.ended}
            </p>
          )}
          <LoginForm next={returnPath(from, env.SITE_URL)} />
        </div>
      </main>
      <div className="hidden bg-flag-ink lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid lg:place-items-center">
        <Flag signal="CREW" className="h-[86dvh]" />
      </div>
    </div>
  )
}
