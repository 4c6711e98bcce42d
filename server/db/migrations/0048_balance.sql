CREATE TABLE "balance_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"category" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"net_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"source_ref" text,
	"intent_id" text,
	"description" text,
	"payout_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"available_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"is_automatic" boolean NOT NULL,
	"arrives_on" date NOT NULL,
	"transaction_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"itemized_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."balance_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"created" bigint NOT NULL,
	"available_on" bigint NOT NULL,
	"type" text NOT NULL,
	"category" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"source" text,
	"description" text,
	"payout" text
);
--> statement-breakpoint
CREATE INDEX "balance_transactions_created" ON "balance_transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "balance_transactions_payout" ON "balance_transactions" USING btree ("payout_id") WHERE payout_id is not null;--> statement-breakpoint
CREATE INDEX "payouts_created" ON "payouts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_not_itemized" ON "payouts" USING btree ("created_at") WHERE itemized_at is null;--> statement-breakpoint
CREATE INDEX "balance_transactions_created" ON "sandbox"."balance_transactions" USING btree ("created","seq");--> statement-breakpoint
CREATE INDEX "balance_transactions_payout" ON "sandbox"."balance_transactions" USING btree ("payout") WHERE payout is not null;--> statement-breakpoint
CREATE INDEX "balance_transactions_open" ON "sandbox"."balance_transactions" USING btree ("available_on") WHERE payout is null;