'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import type { Redirect } from '#contract/redirects.ts'
import { useUrlState } from '../ui/use-url-state.ts'
import { DeleteRedirectDialog } from './delete-redirect-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { TabList } from './list-parts.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectTable } from './redirect-table.tsx'
import { csvHref, ownQuery, tabUrls } from './redirects-query.ts'

type OpenDialog = { kind: 'new' | 'import' } | { kind: 'edit' | 'delete'; redirect: Redirect }

export function RedirectList() {
  const [state] = useUrlState(tabUrls.own)
  const list = useQuery(ownQuery(state))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <TabList
        tab="own"
        label="Redirects"
        noun={['redirect', 'redirects']}
        list={list}
        actions={
          <>
            <a href={csvHref(state)} download className={buttonClasses('quiet')}>
              <Download aria-hidden="true" className="size-5" />
              Download CSV
            </a>
            <Button variant="quiet" onClick={() => setDialog({ kind: 'import' })}>
              <Upload aria-hidden="true" className="size-5" />
              Import CSV
            </Button>
            <Button onClick={() => setDialog({ kind: 'new' })}>New Redirect</Button>
          </>
        }
        noMatch="No redirects found"
        empty={{ title: 'No redirects yet', text: 'Create one for an old address that has no page.' }}
      >
        {(redirects) => (
          <RedirectTable
            redirects={redirects}
            onEdit={(redirect) => setDialog({ kind: 'edit', redirect })}
            onDelete={(redirect) => setDialog({ kind: 'delete', redirect })}
          />
        )}
      </TabList>
      {dialog?.kind === 'new' && <RedirectDialog onClose={close} />}
      {dialog?.kind === 'import' && <ImportDialog onClose={close} />}
      {dialog?.kind === 'edit' && <RedirectDialog redirect={dialog.redirect} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteRedirectDialog redirect={dialog.redirect} onClose={close} />}
    </>
  )
}
