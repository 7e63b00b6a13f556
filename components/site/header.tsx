import { Flag } from '#components/flags/flag.tsx'
import { navigation } from '#lib/routes.ts'
import { Logo } from './logo.tsx'
import { MenuDialog, NavLink } from './navigation.tsx'
import { ThemeToggle } from './theme.tsx'

export function Header() {
  return (
    <header className="no-print">
      <div className="frame flex min-h-18 items-center justify-between gap-4">
        <Logo />
        <div className="flex items-center gap-1 md:gap-6">
          <nav aria-label="Main" className="hidden md:block">
            <ul className="flex gap-5 lg:gap-7">
              {navigation.map(({ href, label }) => (
                <li key={href}>
                  <NavLink href={href} label={label} className="nav-link" />
                </li>
              ))}
            </ul>
          </nav>
          <ThemeToggle />
          <MenuDialog>
            <nav aria-label="Menu" className="frame pb-10">
              <ul className="border-b-[1.5px] border-line">
                {navigation.map(({ href, label }) => (
                  <li key={href} className="relative">
                    <NavLink href={href} label={label} className="site-menu-link" />
                    <Flag
                      signal={label.charAt(0)}
                      className="pointer-events-none absolute top-1/2 right-0 size-10 -translate-y-1/2 outline outline-line"
                    />
                  </li>
                ))}
              </ul>
            </nav>
          </MenuDialog>
        </div>
      </div>
    </header>
  )
}
