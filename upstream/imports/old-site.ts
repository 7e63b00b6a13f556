import { posix } from 'node:path'
import { ApiError } from '#contract/errors.ts'
import { importLimits } from '#contract/limits.ts'
import type { Archive } from './archive.ts'
import { isRecord, parseFields, type Fields } from './fields.ts'
import { locateHugo } from './hugo.ts'
import { locateJekyll } from './jekyll.ts'
import { unknownFile, type LocateFile } from './permalinks.ts'

const jekyllFile = /(^|\/)_config\.(ya?ml|toml)$/
const hugoFile = /(^|\/)(?:config\/_default\/)?(?:hugo|config)\.(toml|ya?ml|json)$/
/** Parts of the settings that can be files beside the others: all permalinks, all languages, or one of them. */
const hugoPart = /^(permalinks|languages)(?:\.([\w-]+))?\.(?:toml|ya?ml|json)$/

async function readSettings(archive: Archive, path: string): Promise<Fields> {
  const extension = posix.extname(path)
  const format = extension === '.toml' ? 'toml' : extension === '.json' ? 'json' : 'yaml'
  return parseFields(format, (await archive.read(path)).toString(), path)
}

async function readHugoSettings(archive: Archive, path: string): Promise<Fields> {
  const settings = { ...(await readSettings(archive, path)) }
  const folder = posix.dirname(path)
  if (!folder.endsWith('config/_default')) return settings
  for (const part of archive.paths.filter((other) => posix.dirname(other) === folder)) {
    const [, name, language] = hugoPart.exec(posix.basename(part)) ?? []
    if (name === undefined || archive.size(part) > importLimits.textBytes) continue
    const fields = await readSettings(archive, part)
    const known = isRecord(settings[name]) ? settings[name] : {}
    settings[name] = { ...known, ...(language === undefined ? fields : { [language]: fields }) }
  }
  return settings
}

/** Reads the settings of the nearest Jekyll or Hugo site, from which the old addresses of its files follow. */
export async function readOldSite(archive: Archive): Promise<{ locateFile: LocateFile; problems: string[] }> {
  const nearest = (pattern: RegExp) =>
    archive.paths
      .filter((path) => pattern.test(path) && archive.size(path) <= importLimits.textBytes)
      .toSorted((a, b) => a.split('/').length - b.split('/').length)
      .map((path) => ({ path, root: path.replace(pattern, '$1') }))[0]
  const jekyll = nearest(jekyllFile)
  const found = jekyll ?? nearest(hugoFile)
  if (!found) return { locateFile: () => unknownFile, problems: [] }
  const { path, root } = found
  try {
    const locate = jekyll
      ? locateJekyll(await readSettings(archive, path))
      : locateHugo(await readHugoSettings(archive, path))
    return {
      locateFile: (file) => (file.startsWith(root) ? locate(file.slice(root.length)) : unknownFile),
      problems: [],
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { locateFile: () => unknownFile, problems: [`Old addresses are unknown: ${error.message}`] }
  }
}
