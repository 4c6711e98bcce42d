import { ShieldCheck } from 'lucide-react'
import { LoginCard } from './login-card.tsx'
import { LoginForm } from './login-form.tsx'

export default function LoginPage() {
  return (
    <LoginCard
      icon={ShieldCheck}
      title="Admin Login"
      text="Staff only. Customers log in from My Account."
    >
      <LoginForm />
    </LoginCard>
  )
}
