ALTER TABLE "payers" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payers" DROP CONSTRAINT "payers_pkey";--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_customer_id_account_pk" PRIMARY KEY("customer_id","account");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "provider_account" text;
