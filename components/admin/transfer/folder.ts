import { makeZip } from 'client-zip'

/** Phones that cannot choose folders provide files without a path. */
const filePath = ({ webkitRelativePath, name }: File) => webkitRelativePath || name

export async function packFolder(files: File[]): Promise<File> {
  const entries = files.map((input) => ({ name: filePath(input), input }))
  const [folder = 'folder'] = entries[0]?.name.split('/') ?? []
  return new File([await new Response(makeZip(entries)).blob()], `${folder}.zip`)
}
