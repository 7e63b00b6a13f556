export const caseStudyTexts = {
  missing: 'Case Study Not Found',
  failed: 'Failed to load case study',
  explanation: 'The case study you’re looking for doesn’t exist or has been moved.',
}
