const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
const rounded = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return `${rounded.format(bytes / 1000 ** power)} ${units[power]}`
}
