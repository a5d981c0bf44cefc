import {
  Activity, Archive, Award, Banknote, BarChart3, Bell, BookOpen, Box, Briefcase, Building, Building2, Calendar, CalendarCheck, CalendarClock, CalendarDays, Car, ChartColumn, CheckSquare,
  CircleDollarSign, Clipboard, ClipboardCheck, ClipboardList, Clock, Contact, CreditCard, DollarSign, Factory, File, FileCheck, FileText, Flag, Folder, Gift, GraduationCap, Handshake, Heart, History,
  Home, Hospital, Hourglass, House, IdCard, Inbox, Key, KeyRound, Landmark, LayoutDashboard, LayoutGrid, Library, Link, List, ListChecks, ListTodo, Mail, Map, MapPin, MapPinCheck, Megaphone, MessageSquare,
  MessageSquareText, Network, Notebook, Package, Phone, PiggyBank, Plane, Receipt, Rocket, School, Send, Settings, Shield, ShieldCheck, ShoppingCart, Signature, Star, Stethoscope, Store, Tag, Target, Ticket,
  Timer, Trophy, Truck, User, UserCheck, UserPlus, UserRound, UserRoundSearch, Users, UsersRound, Wallet, Workflow, Wrench, type LucideIcon,
} from 'lucide-react';

const KNOWN: Readonly<Record<string, LucideIcon>> = {
  Activity, Archive, Award, Banknote, BarChart3, Bell, BookOpen, Box, Briefcase, Building, Building2, Calendar, CalendarCheck, CalendarClock, CalendarDays, Car, ChartColumn, CheckSquare,
  CircleDollarSign, Clipboard, ClipboardCheck, ClipboardList, Clock, Contact, CreditCard, DollarSign, Factory, File, FileCheck, FileText, Flag, Folder, Gift, GraduationCap, Handshake, Heart, History,
  Home, Hospital, Hourglass, House, IdCard, Inbox, Key, KeyRound, Landmark, LayoutDashboard, LayoutGrid, Library, Link, List, ListChecks, ListTodo, Mail, Map, MapPin, MapPinCheck, Megaphone, MessageSquare,
  MessageSquareText, Network, Notebook, Package, Phone, PiggyBank, Plane, Receipt, Rocket, School, Send, Settings, Shield, ShieldCheck, ShoppingCart, Signature, Star, Stethoscope, Store, Tag, Target, Ticket,
  Timer, Trophy, Truck, User, UserCheck, UserPlus, UserRound, UserRoundSearch, Users, UsersRound, Wallet, Workflow, Wrench,
};

function toPascal(name: string): string {
  return name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Names of the icons that definitions may choose, in lucide's spelling such as `map-pin`. */
export const ICON_NAMES: readonly string[] = Object.keys(KNOWN).map((name) => name.replace(/(?<=[a-z])(?=[A-Z0-9])/gu, '-').toLowerCase());

/** The icon of a lucide name such as `map-pin`; one that is not kept here answers a plain box, so that a menu never breaks. */
export function findIcon(name: string | undefined): LucideIcon {
  return (name === undefined ? undefined : KNOWN[toPascal(name)]) ?? Box;
}
