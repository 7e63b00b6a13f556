import { zodResolver } from '@hookform/resolvers/zod'
import { createFormControl } from 'react-hook-form'
import { contactSchema, type ContactMessage } from '#lib/contact/schema.ts'
import { contactFields, type ContactErrors } from './contact-fields.ts'

type Checked = { message: ContactMessage; errors?: never } | { message?: never; errors: ContactErrors }

/** The form by the server's own rules; the first field that is wrong gets the focus. */
export async function checkForm(form: HTMLFormElement): Promise<Checked> {
  const { register, handleSubmit } = createFormControl<ContactMessage>({
    resolver: zodResolver(contactSchema),
  })
  for (const name of contactFields) register(name).ref(form.elements.namedItem(name))
  return new Promise((resolve, reject) => {
    handleSubmit(
      (message) => resolve({ message }),
      (faults) =>
        resolve({ errors: Object.fromEntries(contactFields.map((name) => [name, faults[name]?.message])) }),
    )().catch(reject)
  })
}
