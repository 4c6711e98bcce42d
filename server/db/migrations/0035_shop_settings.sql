CREATE TABLE "shop_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"city" text NOT NULL,
	"town" text NOT NULL,
	"legal_contact" text DEFAULT '' NOT NULL,
	"calendar" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
