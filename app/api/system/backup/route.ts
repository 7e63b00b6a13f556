import { downloadFile } from '#lib/http/download.ts'
import { handle, route } from '#lib/http/route.ts'

const file = { name: 'backup.db', type: 'application/octet-stream' }

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle('manageSettings', ({ request, headers }) =>
    downloadFile('createBackup', file, { headers }, request.signal),
  ),
})
