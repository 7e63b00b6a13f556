import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The drawings of the sample posts, which the site serves below this path. */
const folder = join(import.meta.dirname, '../../public/figures')

const figure = /(?<=["'(]\/figures\/)[\w-]+\.svg(?=["')\s])/g

export const listFigures = (content: string): string[] => content.match(figure) ?? []

export async function* readFigures(names: ReadonlySet<string>) {
  for (const name of names) {
    const input = await readFile(join(folder, name)).catch(() => null)
    if (input) yield { name: `figures/${name}`, lastModified: new Date(), input }
  }
}
