import { Flag } from '#components/flags/flag.tsx'
import { navigation } from '#lib/routes.ts'
import { Logo } from './logo.tsx'
import { MainNavigation, MenuDialog } from './navigation.tsx'
import { Static } from './static.tsx'
import { ThemeToggle } from './theme.tsx'

export function Header({ name }: { name: string }) {
  return (
    <header>
      <div className="frame flex min-h-18 items-center justify-between gap-4 max-md:flex-wrap">
        <Static>
          <Logo name={name} />
        </Static>
        <div className="ml-auto flex shrink-0 items-center gap-1 no-print md:max-w-[calc(100%-9rem)] md:gap-6">
          <MainNavigation links={navigation} />
          <ThemeToggle />
          <MenuDialog links={navigation}>
            <Static>
              <div className="site-menu-flags">
                {navigation.map(({ href, label }) => (
                  <Flag key={href} signal={label.charAt(0)} />
                ))}
              </div>
            </Static>
          </MenuDialog>
        </div>
      </div>
    </header>
  )
}
