import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { linkProject } from '#testing/linked-project.ts'
import { projectRoot } from './server-process.ts'

/** Creates a project whose build has another id, as after an upgrade. */
export function linkOtherBuild(): string {
  const folder = linkProject()
  const build = path.join(folder, '.next')
  rmSync(build)
  mkdirSync(build)
  for (const name of readdirSync(path.join(projectRoot, '.next')))
    if (name !== 'BUILD_ID') symlinkSync(path.join(projectRoot, '.next', name), path.join(build, name))
  writeFileSync(path.join(build, 'BUILD_ID'), 'another-build')
  return folder
}
