import { ecommerceRedesign } from './e-commerce-redesign.ts'
import { healthcareMobileApp } from './healthcare-mobile-app.ts'
import { saasDashboard } from './saas-dashboard.ts'

/** Sample content of a new database, and the case studies of a site whose upstream has none. */
export const sampleCaseStudies = [ecommerceRedesign, healthcareMobileApp, saasDashboard]
export const SAMPLE_CASE_STUDIES_AT = Date.parse('2026-03-05T10:00:00-05:00')
