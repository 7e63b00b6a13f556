'use client'

import type { RefCallback } from 'react'
import type { ImportFormat, ImportHost, ImportOptions } from '#contract/imports.ts'
import { countOf } from '#lib/counts.ts'
import { OldSiteField } from './old-site-field.tsx'

interface ImportOptionFieldsProps {
  format: ImportFormat | null
  noun: 'post' | 'item'
  options: ImportOptions
  taken: number
  hosts: ImportHost[]
  siteError: string
  locked: boolean
  siteRef: RefCallback<HTMLElement>
  onChange: (options: ImportOptions) => void
}

export function ImportOptionFields({
  format,
  noun,
  options,
  taken,
  hosts,
  siteError,
  locked,
  siteRef,
  onChange,
}: ImportOptionFieldsProps) {
  const remote = hosts.filter(({ host }) => host !== '')
  const onOldSite = hosts.find(({ host }) => host === '')
  return (
    <fieldset disabled={locked} className="grid gap-4">
      <legend className="sr-only">Options</legend>
      {locked && <p className="text-muted">The import goes on with the options that it began with.</p>}
      <label className="import-option">
        <input
          type="checkbox"
          checked={options.publish}
          onChange={({ target }) => onChange({ ...options, publish: target.checked })}
        />
        Publish the {noun}s that were published
      </label>
      {(taken > 0 || (locked && options.taken === 'rename')) && (
        <fieldset>
          <legend className="font-semibold">
            {noun === 'post' ? 'Posts' : 'Items'} with a URL that another {noun} has
          </legend>
          <label className="import-option">
            <input
              type="radio"
              name="taken"
              checked={options.taken === 'skip'}
              onChange={() => onChange({ ...options, taken: 'skip' })}
            />
            Skip them
          </label>
          <label className="import-option">
            <input
              type="radio"
              name="taken"
              checked={options.taken === 'rename'}
              onChange={() => onChange({ ...options, taken: 'rename' })}
            />
            Import them with a new URL
          </label>
        </fieldset>
      )}
      {remote.length > 0 && (
        <fieldset>
          <legend className="font-semibold">Fetch images from other servers</legend>
          <p className="text-sm text-muted">
            Only from the servers that you choose. The images of all others stay where they are.
          </p>
          {remote.map(({ host, images }) => (
            <label key={host} className="import-option">
              <input
                type="checkbox"
                checked={options.hosts.includes(host)}
                onChange={({ target }) =>
                  onChange({
                    ...options,
                    hosts: target.checked
                      ? [...options.hosts, host]
                      : options.hosts.filter((chosen) => chosen !== host),
                  })
                }
              />
              <span className="wrap-anywhere">
                {host} ({countOf(images, 'image')})
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {(onOldSite || format === 'ghost') && (
        <OldSiteField
          images={onOldSite?.images ?? 0}
          error={siteError}
          site={options.site}
          inputRef={siteRef}
          onChange={(site) => onChange({ ...options, site })}
        />
      )}
    </fieldset>
  )
}
