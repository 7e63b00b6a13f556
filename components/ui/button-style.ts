import clsx from 'clsx'

/**
 * `act` is the one red button of a view, `plain` everything beside it, `quiet` inside tools and rows,
 * `onField` sits upon a flat flag colour.
 */
export type ButtonVariant = 'act' | 'plain' | 'quiet' | 'onField'

const variants: Record<ButtonVariant, string> = {
  act: 'bg-signal text-on-signal hover:bg-signal-deep',
  plain: 'border-2 border-ink text-ink hover:bg-ink hover:text-paper',
  quiet: 'text-ink hover:bg-wash',
  onField: 'border-2 border-current hover:bg-ink hover:border-ink hover:text-paper',
}

export const buttonClasses = (variant: ButtonVariant, className?: string) =>
  clsx('button', variants[variant], className)
