import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { linkProject } from '#testing/linked-project.ts'
import { projectRoot } from './server-process.ts'

const OTHER_ID = 'another-build'

function linkAll(from: string, to: string, except: string) {
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (name !== except) symlinkSync(path.join(from, name), path.join(to, name))
}

/** Creates a project whose build has another id, as after an upgrade: it keeps the assets of the former one. */
export function linkOtherBuild(): string {
  const folder = linkProject()
  const built = path.join(projectRoot, '.next')
  const other = path.join(folder, '.next')
  const id = readFileSync(path.join(built, 'BUILD_ID'), 'utf8')
  rmSync(other)
  linkAll(built, other, 'BUILD_ID')
  writeFileSync(path.join(other, 'BUILD_ID'), OTHER_ID)
  const assets = path.join(other, 'static')
  rmSync(assets)
  linkAll(path.join(built, 'static'), assets, OTHER_ID)
  cpSync(path.join(built, 'static', id), path.join(assets, OTHER_ID), { recursive: true })
  return folder
}
