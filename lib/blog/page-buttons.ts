import { PAGE_BUTTONS } from './constants.ts'

/** At most five page numbers, centred on the current one as far as the ends allow (specification 2). */
export function pageButtons(current: number, totalPages: number): number[] {
  const count = Math.min(PAGE_BUTTONS, totalPages)
  const first = Math.max(1, Math.min(current - Math.floor(PAGE_BUTTONS / 2), totalPages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
