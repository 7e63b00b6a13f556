import type { ComponentProps } from 'react'
import { buttonClasses, type ButtonVariant } from './button-style.ts'
import { SiteLink } from './link.tsx'

interface Look {
  variant?: ButtonVariant
}

export function Button({
  variant = 'act',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look) {
  return <button type={type} className={buttonClasses(variant, className)} {...rest} />
}

/** A link that looks like a button: it leads somewhere, a button does something. */
export function ButtonLink({ variant = 'act', className, ...rest }: ComponentProps<typeof SiteLink> & Look) {
  return <SiteLink className={buttonClasses(variant, className)} {...rest} />
}
