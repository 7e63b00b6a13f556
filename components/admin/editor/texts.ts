/** Specification 8, and ours where it is silent. */
export const editorTexts = {
  incomplete: 'Please fill in the title and content fields.',
  created: 'Blog post created successfully!',
  updated: 'Blog post updated successfully!',
  notSaved: 'Failed to save blog post. Please try again.',
  notLoaded: 'Failed to load blog post. Please try again.',
  uploading: 'An image is still being uploaded.',
  notUploaded: 'The image could not be uploaded.',
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** A time as a person at this desk reads it, in the browser's own zone. */
export const inWords = (time: string) => moment.format(new Date(time))
