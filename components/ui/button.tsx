import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { SiteLink } from './link.tsx'

/** `act` is the single red button of a view; `onField` is for flag-colored backgrounds. */
type ButtonVariant = 'act' | 'plain' | 'quiet' | 'onField'

const variants: Record<ButtonVariant, string> = {
  act: 'bg-signal text-on-signal hover:bg-signal-deep',
  plain: 'border-2 border-ink text-ink hover:bg-ink hover:text-paper',
  quiet: 'text-ink hover:bg-wash',
  onField: 'border-2 border-current hover:bg-ink hover:border-ink hover:text-paper',
}

export const buttonClasses = (variant: ButtonVariant, className?: string) =>
  clsx('button', variants[variant], className)

interface VariantProps {
  variant?: ButtonVariant
}

export function Button({
  variant = 'act',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & VariantProps) {
  return <button type={type} className={buttonClasses(variant, className)} {...rest} />
}

export function ButtonLink({
  variant = 'act',
  className,
  ...rest
}: ComponentProps<typeof SiteLink> & VariantProps) {
  return <SiteLink className={buttonClasses(variant, className)} {...rest} />
}
